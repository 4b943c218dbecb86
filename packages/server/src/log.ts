/** What the server writes its log lines to: one line per event, with ids and never a secret. Shaped like pino. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
