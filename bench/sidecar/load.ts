import { Agent, request } from 'node:http'

export interface Question {
  readonly url: string
  readonly agent: string
  readonly body: string
}

/** A tool called in the sidecar's own dialect. */
export function toolCall(url: string, agent: string, tool: string, args: object): Question {
  const params = { name: `voxelcraft.${tool}`, arguments: args }
  return { url: `${url}/mcp`, agent, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'call_tool', params }) }
}

export class Connections {
  readonly #agent: Agent

  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** One exchange; rejects unless the answer is a result. */
  ask({ url, agent, body }: Question): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-agent-id': agent,
      }
      const sent = request(url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (response.statusCode === 200 && text.includes('"result"')) resolve(text)
          else reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Ask as fast as answers come, each connection on its own; answers per second. */
  async flood(questions: readonly Question[], ms: number): Promise<number> {
    const start = performance.now()
    let answers = 0
    await Promise.all(
      questions.map(async (question) => {
        while (performance.now() - start < ms) {
          await this.ask(question)
          answers += 1
        }
      }),
    )
    return (answers * 1000) / (performance.now() - start)
  }

  close(): void {
    this.#agent.destroy()
  }
}
