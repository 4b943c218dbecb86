/** Most problems one error lists; a file in the wrong format would list one per line otherwise. */
const PROBLEMS_SHOWN_MAX = 20

/** One thing wrong with a file: `catalog/standard/recipes.json: recipes[3].inputs[0].item: unknown item "PLNK"`. */
export interface CatalogProblem {
  readonly file: string
  /** The field, or empty when it is the whole file. */
  readonly path: string
  readonly message: string
}

/** Content that cannot be used. Carries every problem found, so a file is mended in one go. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly problems: readonly CatalogProblem[]

  constructor(problems: readonly CatalogProblem[], options?: ErrorOptions) {
    super(describe(problems), options)
    this.problems = problems
  }
}

function describe(problems: readonly CatalogProblem[]): string {
  const lines = problems
    .slice(0, PROBLEMS_SHOWN_MAX)
    .map(({ file, path, message }) => (path === '' ? `${file}: ${message}` : `${file}: ${path}: ${message}`))
  const more = problems.length - lines.length
  return more > 0 ? [...lines, `and ${more} more`].join('\n') : lines.join('\n')
}
