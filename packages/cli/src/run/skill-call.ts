import { callOnce, type Identity, RemotesFileError } from '@clawstead/mesh'
import { nameProblem, SkillError } from '@clawstead/skills'
import type { Invocation } from '../command.js'
import { EXIT, StartError, UsageError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'
import { knownNodes } from './known-nodes.js'
import { ownIdentity } from './mesh-part.js'

/** Calls one skill, signed with the key of this machine, and prints what it gives back. */
export function runSkillCall(invocation: Invocation, [target = '', text = '{}']: readonly string[]): Promise<number> {
  const input = readInput(text)
  const isUrl = /^https?:/i.test(target)
  const problem = isUrl ? undefined : nameProblem(target)
  if (problem !== undefined) throw new UsageError([`skill name ${JSON.stringify(target)}: ${problem}`], 'skill')
  return runErrand(invocation, async (errand) => {
    const { values, stdout } = errand
    const identity = await ownIdentity(errand)
    try {
      const data = isUrl
        ? await callAt(target, { identity, input, errand })
        : await callAtKnownNode(target, { identity, input, errand })
      const shown = values.json ? JSON.stringify({ success: true, data }) : JSON.stringify(data, null, 2)
      stdout.write(`${shown}\n`)
      return EXIT.ok
    } catch (error) {
      if (error instanceof RemotesFileError) throw new StartError(error.message, { cause: error })
      if (!(error instanceof SkillError)) throw error
      if (!values.json) throw new StartError(`${target}: ${error.message}`, { cause: error })
      stdout.write(`${JSON.stringify({ success: false, data: null, error: error.message, code: error.code })}\n`)
      return EXIT.failure
    }
  })
}

type Asked = { readonly identity: Identity; readonly input: unknown; readonly errand: Errand }

function callAt(url: string, { identity, input, errand: { values, signal } }: Asked): Promise<unknown> {
  // Whoever types an address means to reach it, also at home.
  const named = URL.canParse(url) ? [new URL(url).host] : []
  const guard = { allow: [...named, ...(values['mesh-dial'] ?? [])] }
  return callOnce({ identity, url, input, guard, signal })
}

/** The first node of this machine that has the skill. */
async function callAtKnownNode(name: string, asked: Asked): Promise<unknown> {
  const nodes = knownNodes(asked.errand.values)
  const reasons: string[] = []
  for (const node of nodes) {
    try {
      return await callAt(`${node}/mcp/${name}`, asked)
    } catch (error) {
      const isElsewhere = error instanceof SkillError && ['unavailable', 'not_found'].includes(error.code)
      if (!isElsewhere || nodes.length === 1) throw error
      reasons.push(error.message)
    }
  }
  throw new SkillError('not_found', reasons.join('; '))
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError([`the input is no JSON: ${error instanceof Error ? error.message : String(error)}`], 'skill')
  }
}
