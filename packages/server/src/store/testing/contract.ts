/**
 * One thing every implementation of a store must do. Contracts are lists of these and know no test runner, so that an
 * implementation in another package can be held to them too.
 */
export interface ContractCase<Subject> {
  readonly name: string
  run(subject: Subject): Promise<void>
}
