import type { Word } from './words.js'

/** Every word of `clawstead mesh remote`, in the order help lists them. */
export const REMOTE_WORDS: readonly Word[] = [
  {
    word: 'list',
    operands: '',
    operandsMin: 0,
    operandsMax: 0,
    says: 'the remotes, how they are, what waits for approval',
    async run(invocation) {
      const { runRemoteList } = await import('../run/mesh-remote-list.js')
      return runRemoteList(invocation)
    },
  },
  {
    word: 'add',
    operands: 'URL|NAME=URL [REF]',
    operandsMin: 1,
    operandsMax: 2,
    says: 'use the skills of a node, or of an MCP server',
    async run(invocation, operands) {
      const { runRemoteAdd } = await import('../run/mesh-remote.js')
      return runRemoteAdd(invocation, operands)
    },
  },
  {
    word: 'remove',
    operands: 'URL',
    operandsMin: 1,
    operandsMax: 1,
    says: 'use them no longer',
    async run(invocation, operands) {
      const { runRemoteRemove } = await import('../run/mesh-remote.js')
      return runRemoteRemove(invocation, operands)
    },
  },
  {
    word: 'approve',
    operands: 'SKILL|URL',
    operandsMin: 1,
    operandsMax: 1,
    says: 'take what is new at a skill or a remote',
    async run(invocation, operands) {
      const { runRemoteApprove } = await import('../run/mesh-remote.js')
      return runRemoteApprove(invocation, operands)
    },
  },
  {
    word: 'enable',
    operands: 'URL',
    operandsMin: 1,
    operandsMax: 1,
    says: 'call a disabled remote again at once',
    async run(invocation, operands) {
      const { runRemoteEnable } = await import('../run/mesh-remote.js')
      return runRemoteEnable(invocation, operands)
    },
  },
]
