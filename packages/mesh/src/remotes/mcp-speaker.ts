import { DialError, nameProblem, SkillError, WAY_KEY } from '@clawstead/skills'
import {
  type CallToolResult,
  Client,
  type jsonSchemaValidator,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import { coerce } from 'semver'
import type { Redactor } from '../secrets/index.js'
import { foreignText } from './foreign-text.js'
import { INFO_TIMEOUT_MS, REMOTE_SKILLS_MAX, REMOTE_TIMEOUT_MS_DEFAULT } from './limits.js'
import { membersOf, type RemoteInfo, type RemoteSkill, remoteSkill } from './remote-info.js'
import { nonsense, problemOf, RemoteProblem } from './remote-problem.js'
import { RemoteSecretError } from './remote-secret.js'
import type { RemoteCall, Speaker } from './speaker.js'

export type McpSpeakerOptions = {
  readonly url: string
  /** First segment of the names of its tools. */
  readonly name: string
  readonly fetch: typeof fetch
  /** Takes secrets out of what the server says: it was shown one, and may say it again. */
  readonly redactor: Redactor
  /** Version of this program, as servers get to see it. */
  readonly clientVersion: string
  /** The server says that its tools changed. */
  readonly onToolsChanged: () => void
}

type Connection = { readonly client: Client; readonly transport: StreamableHTTPClientTransport }

/** The registry checks every result, with rules that a stranger's schema cannot make slow. */
const trustingValidator: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
}

/** Speaks to a server of the Model Context Protocol, in whichever revision it knows. */
export function createMcpSpeaker(options: McpSpeakerOptions): Speaker {
  const { url, name, redactor } = options
  let connecting: Promise<Connection> | undefined

  async function open(): Promise<Connection> {
    const client = new Client(
      { name: 'clawstead', version: options.clientVersion },
      {
        versionNegotiation: { mode: 'auto' },
        jsonSchemaValidator: trustingValidator,
        listChanged: { tools: { onChanged: () => options.onToolsChanged() } },
      },
    )
    const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: options.fetch })
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an EventTarget
    client.onclose = () => {
      connecting = undefined
    }
    try {
      await client.connect(transport, { timeout: INFO_TIMEOUT_MS })
    } catch (error) {
      await client.close().catch(() => undefined)
      throw error
    }
    return { client, transport }
  }

  function connection(): Promise<Connection> {
    connecting ??= open().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  async function leave(): Promise<void> {
    const left = connecting
    connecting = undefined
    const open = await left?.catch(() => undefined)
    await open?.client.close().catch(() => undefined)
  }

  /** A server that forgot the session has not done what it was asked: with a new session it is asked once more. */
  async function within<Result>(signal: AbortSignal, ask: (client: Client) => Promise<Result>): Promise<Result> {
    try {
      const first = await connection()
      try {
        return await ask(first.client)
      } catch (error) {
        if (first.transport.sessionId === undefined || !isUnknownSession(error)) throw error
        await leave()
        return await ask((await connection()).client)
      }
    } catch (error) {
      throw redacted(mcpProblem(url, error, signal), redactor)
    }
  }

  async function read(signal: AbortSignal): Promise<RemoteInfo> {
    const said = await within(signal, async (client) => {
      const listed = await client.listTools({}, { signal, timeout: INFO_TIMEOUT_MS, cacheMode: 'refresh' })
      return { tools: listed.tools, server: client.getServerVersion() }
    })
    const { tools, server } = redactor.data(said) as typeof said
    const version = server?.version ?? '0'
    const { skills, complaints } = skillsOf(tools, { name, version, author: server?.name ?? '' })
    return { name, version: foreignText(version), key: undefined, signs: false, rotations: [], skills, complaints }
  }

  return {
    read,
    async call({ skill, input, way, signal, onProgress }: RemoteCall) {
      const meta = way === undefined ? {} : { _meta: { [WAY_KEY]: way.nodes } }
      const call = { name: skill.remoteName, arguments: { ...membersOf(input) }, ...meta }
      const result = await within(signal, (client) =>
        client.callTool(call, {
          signal,
          // The registry keeps the time; this only has to be no shorter.
          timeout: skill.timeoutMs,
          resetTimeoutOnProgress: true,
          onprogress: ({ progress, total, message }) =>
            onProgress({
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message: foreignText(redactor.text(message)) }),
            }),
        }),
      )
      return resultOf(redactor.data(result) as CallToolResult)
    },
    peers: async () => [],
    close: leave,
  }
}

function skillsOf(
  tools: readonly Tool[],
  server: { readonly name: string; readonly version: string; readonly author: string },
): { readonly skills: readonly RemoteSkill[]; readonly complaints: readonly string[] } {
  const skillByName = new Map<string, RemoteSkill>()
  const complaints: string[] = []
  for (const tool of tools.slice(0, REMOTE_SKILLS_MAX)) {
    const name = `${server.name}/${segmentOf(tool.name)}`
    try {
      const problem = nameProblem(name)
      if (problem !== undefined) throw new TypeError(`name: ${problem}`)
      const other = skillByName.get(name)
      if (other !== undefined) throw new TypeError(`would have the same name as ${other.remoteName}`)
      skillByName.set(name, skillOf(tool, name, server))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      complaints.push(foreignText(`${tool.name}: ${error.message}`))
    }
  }
  return { skills: Array.from(skillByName.values()), complaints }
}

function skillOf(tool: Tool, name: string, server: { readonly version: string; readonly author: string }): RemoteSkill {
  const { description = tool.title ?? '', inputSchema, outputSchema } = tool
  return remoteSkill({
    name,
    remoteName: tool.name,
    version: coerce(server.version) === null ? '0' : server.version,
    author: server.author,
    description,
    inputSchema,
    outputSchema: outputSchema ?? {},
    // Models act on what a tool says about itself, so that counts as much as its schema.
    hashed: { description, inputSchema, outputSchema: outputSchema ?? null },
    signatureRequired: false,
    isReadOnly: tool.annotations?.readOnlyHint === true,
    timeoutMs: REMOTE_TIMEOUT_MS_DEFAULT,
  })
}

/** A tool's name as one segment of ours: `get.Weather` becomes `get.weather`. */
function segmentOf(toolName: string): string {
  const plain = toolName
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll('..', '.')
  return plain.replaceAll(/^[._-]+|[._-]+$/g, '').slice(0, 64)
}

function resultOf(result: CallToolResult): unknown {
  if (result.isError === true) {
    const message = foreignText(result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'))
    const shown = new SkillError('failed', message === '' ? 'the tool failed and gives no reason' : message)
    throw new RemoteProblem('refused', shown.message, { shown, isProperAnswer: true })
  }
  return result.structuredContent ?? { content: result.content }
}

function isUnknownSession(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404
}

/** What the library's errors mean: a word from the server, or none. */
function mcpProblem(url: string, error: unknown, signal: AbortSignal): RemoteProblem {
  if (error instanceof RemoteProblem) return error
  if (signal.aborted) return problemOf(url, signal.reason)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DialError) return problemOf(url, cause)
    if (cause instanceof RemoteSecretError) {
      return new RemoteProblem('refused', cause.message, { shown: new SkillError('unavailable', cause.message) })
    }
    if (cause instanceof SdkHttpError) return httpProblem(url, cause)
  }
  if (error instanceof ProtocolError) {
    const message = `${url} refused the call: ${foreignText(error.message)}`
    return new RemoteProblem('refused', message, { isProperAnswer: true })
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    const message = `${url} did not answer in time`
    return new RemoteProblem('failure', message, { shown: new SkillError('timeout', message) })
  }
  return error instanceof SdkError ? nonsense(url, error.message) : problemOf(url, error)
}

function redacted(problem: RemoteProblem, redactor: Redactor): RemoteProblem {
  const { kind, shown, retryAfterMs, isProperAnswer } = problem
  return new RemoteProblem(kind, redactor.text(problem.message), {
    shown: new SkillError(shown.code, redactor.text(shown.message)),
    isProperAnswer,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function httpProblem(url: string, error: SdkHttpError): RemoteProblem {
  const message = `${url} answered ${error.status}`
  return new RemoteProblem(error.status >= 500 ? 'failure' : 'refused', message, { cause: error })
}
