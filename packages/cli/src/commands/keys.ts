import type { Command } from '../command.js'
import { runWord, type Word, wordLines } from './words.js'

/** Every word of `clawstead keys`, in the order help lists them. */
const KEYS_WORDS: readonly Word[] = [
  {
    word: 'create',
    operands: '',
    operandsMin: 0,
    operandsMax: 0,
    says: 'make the key you sign with, unless there is one',
    async run(invocation) {
      const { runKeysCreate } = await import('../run/keys-own.js')
      return runKeysCreate(invocation)
    },
  },
  {
    word: 'show',
    operands: '',
    operandsMin: 0,
    operandsMax: 0,
    says: 'your agent id and public key, to give to others',
    async run(invocation) {
      const { runKeysShow } = await import('../run/keys-own.js')
      return runKeysShow(invocation)
    },
  },
  {
    word: 'rotate',
    operands: '',
    operandsMin: 0,
    operandsMax: 0,
    says: 'a new key, and a statement of the old one',
    async run(invocation) {
      const { runKeysRotate } = await import('../run/keys-own.js')
      return runKeysRotate(invocation)
    },
  },
  {
    word: 'trust',
    operands: 'KEY|FILE',
    operandsMin: 1,
    operandsMax: 1,
    says: 'let a key, or the next key of a known one, call',
    async run(invocation, operands) {
      const { runKeysTrust } = await import('../run/keys-known.js')
      return runKeysTrust(invocation, operands)
    },
  },
  {
    word: 'revoke',
    operands: 'KEY|AGENT_ID',
    operandsMin: 1,
    operandsMax: 1,
    says: 'refuse a key from now on, everywhere',
    async run(invocation, operands) {
      const { runKeysRevoke } = await import('../run/keys-known.js')
      return runKeysRevoke(invocation, operands)
    },
  },
  {
    word: 'list',
    operands: '',
    operandsMin: 0,
    operandsMax: 0,
    says: 'the keys this node knows',
    async run(invocation) {
      const { runKeysList } = await import('../run/keys-known.js')
      return runKeysList(invocation)
    },
  },
]

export const keys: Command = {
  name: 'keys',
  summary: 'who you are in the mesh, and whom you trust',
  operands: KEYS_WORDS.map(({ word }) => word).join('|'),
  operandsMax: 2,
  about: wordLines('keys', KEYS_WORDS),
  examples: [
    { line: 'clawstead keys show', says: 'give the public key to whoever should trust you' },
    { line: 'clawstead keys trust friend.pub --label friend', says: 'PEM, OpenSSH, base64 or hex' },
    { line: 'clawstead keys trust rotations.json', says: 'follow a known key to the one after it' },
    { line: 'clawstead keys revoke AGENT_ID', says: 'a running node notices within a second' },
  ],
  run: (invocation) => runWord('keys', KEYS_WORDS, invocation),
}
