/** Where an effective value comes from. */
export type Origin =
  | { readonly from: 'flag'; readonly flag: string }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'file'; readonly path: string; readonly line: number }
  | { readonly from: 'default' }

export function originText(origin: Origin): string {
  switch (origin.from) {
    case 'flag':
      return `flag ${origin.flag}`
    case 'environment':
      return `env ${origin.variable}`
    case 'file':
      return `file ${origin.path}:${origin.line}`
    default:
      return 'default'
  }
}
