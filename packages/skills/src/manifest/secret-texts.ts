import { textsIn } from './extras.js'
import type { Complaint, Extra } from './manifest.js'

/** How well-known keys and tokens look. Kept narrow: a refusal must be right. */
const LITERAL_SECRETS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { what: 'an AWS access key', pattern: /\b(AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { what: 'a GitHub token', pattern: /\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})\b/ },
  { what: 'an API key', pattern: /\bsk-[A-Za-z0-9_-]{20,}/ },
  { what: 'a Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}\b/ },
  { what: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/ },
  { what: 'a 1Password service account token', pattern: /\bops_[A-Za-z0-9+/=_-]{40,}/ },
  { what: 'a JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/ },
  { what: 'a password in an address', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/:@]{3,}@/i },
]

const SECRET_KEY = /(^|[_.-])(password|passwd|secret|token|api_?key|private_?key|access_?key|credential)s?$/i
const REFERENCE = /^(op:\/\/|aws-sm:\/\/|arn:aws[a-z-]*:secretsmanager:|\{\{resolve:secretsmanager:|env:\/\/)/
const RULE = 'write a reference instead: op://..., aws-sm://..., a Secrets Manager ARN or env://NAME'

/** Complains about lines that carry a secret itself rather than the name of one. The secret is not repeated. */
export function findLiteralSecrets(lines: readonly string[], firstNumber: number): Complaint[] {
  return lines.flatMap((line, index) => {
    const found = LITERAL_SECRETS.find(({ pattern }) => pattern.test(line))
    return found === undefined
      ? []
      : [{ line: firstNumber + index, field: '', rule: `looks like ${found.what}; ${RULE}` }]
  })
}

/** In `secrets` every value is a reference; elsewhere what is called a password or token must be one. */
export function checkSecretSlots(
  extras: Readonly<Record<string, Extra>>,
  lineByKey: ReadonlyMap<string, number>,
): Complaint[] {
  return Object.entries(extras).flatMap(([key, value]) => {
    const line = lineByKey.get(key) ?? 1
    return textsIn(value, key).flatMap(({ path, text }) => {
      const isSlot = key === 'secrets' || SECRET_KEY.test(path)
      if (!isSlot || text === '' || REFERENCE.test(text)) return []
      return [{ line, field: path, rule: `a secret is never written down; ${RULE}` }]
    })
  })
}
