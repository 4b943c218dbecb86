import type { LocalRules } from '../land/permission.js'

/** Texts by rules: whole regions have the same, and the same value is handed out for them. */
const texts = new WeakMap<LocalRules, string>()

/** What holds where an agent stands, as JSON text. */
export function rulesText(rules: LocalRules): string {
  let text = texts.get(rules)
  if (text === undefined) {
    text = JSON.stringify(rules)
    texts.set(rules, text)
  }
  return text
}
