/** What stands where in the folder of a world. */
export function storeDirectories(directory: string): {
  readonly log: string
  readonly inbox: string
  readonly snapshots: string
} {
  return { log: `${directory}/log`, inbox: `${directory}/inbox`, snapshots: `${directory}/snapshots` }
}
