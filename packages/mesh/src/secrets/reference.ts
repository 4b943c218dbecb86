/** Where a secret is kept. The text of a reference is no secret. */
export type SecretReference =
  | { readonly store: '1password'; readonly text: string }
  | {
      readonly store: 'aws'
      readonly text: string
      readonly id: string
      readonly region?: string
      /** Member of a secret that is a JSON object. */
      readonly key?: string
      readonly stage?: string
      readonly versionId?: string
    }
  | { readonly store: 'env'; readonly text: string; readonly name: string }

/** The stores are also the words by which a skill asks for them among its dependencies. */
export type SecretStore = SecretReference['store']

export class SecretReferenceError extends Error {
  override readonly name = 'SecretReferenceError'
}

const ONE_PASSWORD = /^op:\/\/[^/?#\s][^/?#]*(\/[^/?#]+){2,3}(\?[a-z-]+=[^&#\s]+)?$/
const AWS_ARN = /^arn:aws[a-z-]*:secretsmanager:([a-z0-9-]+):\d{12}:secret:[^#?\s]+$/
const AWS_RESOLVE =
  /^\{\{resolve:secretsmanager:((?:arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:)?[^:{}\s]+)(?::SecretString)?(?::([^:{}]*))?(?::([^:{}]*))?(?::([^:{}]*))?\}\}$/
const ENVIRONMENT = /^env:\/\/([A-Za-z_][A-Za-z0-9_]*)$/

/** Reads the three ways in which a secret is named; anything else, a literal value above all, is refused. */
export function parseSecretReference(text: string): SecretReference {
  if (text.startsWith('op://')) {
    if (!ONE_PASSWORD.test(text)) refuse(text, 'op://vault/item[/section]/field')
    return { store: '1password', text }
  }
  if (text.startsWith('env://')) {
    const name = ENVIRONMENT.exec(text)?.[1] ?? refuse(text, 'env://NAME')
    return { store: 'env', text, name }
  }
  if (text.startsWith('{{resolve:')) {
    const match = AWS_RESOLVE.exec(text)
    const [, id = refuse(text, '{{resolve:secretsmanager:id:SecretString:key:stage:version}}'), ...rest] = match ?? []
    const [key, stage, versionId] = rest
    return aws(text, id, { key, stage, versionId })
  }
  const isArn = text.startsWith('arn:')
  if (isArn || text.startsWith('aws-sm://')) {
    const [, id = '', key, query = ''] = /^(?:aws-sm:\/\/)?([^#?]*)(?:#([^?]+))?(?:\?(.*))?$/.exec(text) ?? []
    if (id === '' || (isArn && !AWS_ARN.test(id))) {
      refuse(text, 'aws-sm://id[#key][?stage=…|versionId=…] or the ARN of a secret')
    }
    const parameters = new URLSearchParams(query)
    const unknown = [...parameters.keys()].find((name) => name !== 'stage' && name !== 'versionId')
    if (unknown !== undefined) refuse(text, `stage and versionId, not ${unknown}`)
    return aws(text, id, {
      key,
      stage: parameters.get('stage') ?? undefined,
      versionId: parameters.get('versionId') ?? undefined,
    })
  }
  // The text may be the secret itself, written where its reference belongs: it must not be repeated.
  throw new SecretReferenceError(
    'a secret is named by a reference (op://…, aws-sm://…, an ARN, env://…), never written down itself',
  )
}

function aws(
  text: string,
  id: string,
  { key, stage, versionId }: { key: string | undefined; stage: string | undefined; versionId: string | undefined },
): SecretReference {
  const region = AWS_ARN.exec(id)?.[1]
  return {
    store: 'aws',
    text,
    id,
    ...(region === undefined ? {} : { region }),
    ...(key === undefined || key === '' ? {} : { key }),
    ...(stage === undefined || stage === '' ? {} : { stage }),
    ...(versionId === undefined || versionId === '' ? {} : { versionId }),
  }
}

function refuse(text: string, form: string): never {
  throw new SecretReferenceError(`${text}: must be ${form}`)
}
