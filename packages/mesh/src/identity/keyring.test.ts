import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rawPublicKey } from './key-files.js'
import { openKeyring } from './keyring.js'
import { signRotation } from './rotation.js'
import { NOW_MS, newIdentity, SILENT, temporaryDirectory } from './testing/node.js'

function setUp() {
  const file = join(temporaryDirectory(), 'mesh', 'keyring.json')
  const clock = { nowMs: NOW_MS }
  const open = () => openKeyring({ file, now: () => clock.nowMs, log: SILENT })
  return { file, clock, open, keyring: open() }
}

describe('trust', () => {
  test('[RING1] is kept in a file, found by id and by key', async () => {
    const { keyring, file, open } = setUp()
    const friend = newIdentity('laptop')
    const trusted = await keyring.trust({
      publicKey: friend.publicKeyPem,
      machineContext: 'laptop',
      label: 'friend',
      rights: ['op', 'op'],
    })
    expect(trusted).toEqual({
      agent_id: friend.agentId,
      pubkey: friend.publicKeyText,
      machine_context: 'laptop',
      label: 'friend',
      rights: ['op'],
      trusted_at: NOW_MS,
    })
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    for (const ring of [keyring, open()]) {
      expect(ring.list()).toEqual([trusted])
      expect(ring.find(friend.agentId)).toEqual(trusted)
      expect(ring.find(friend.publicKeyPem)).toEqual(trusted)
      expect(ring.find(newIdentity().agentId)).toBeUndefined()
    }
  })

  test.each([
    [{ publicKey: 'nonsense' }, 'publicKey: expected an Ed25519 public key as base64, hex or PEM'],
    [{ publicKey: `01${'00'.repeat(31)}` }, 'publicKey: it is a point of small order'],
    [{ machineContext: 'a b' }, 'machineContext: expected at most 128 visible ASCII characters'],
    [{ label: '' }, 'label: expected 1 to 64 characters'],
  ])('[RING2] %j is refused and changes nothing', async (change, message) => {
    const { keyring } = setUp()
    await expect(keyring.trust({ publicKey: newIdentity().publicKeyText, ...change })).rejects.toThrow(message)
    expect(keyring.list()).toEqual([])
  })

  test('[RING3] changes at once do not lose each other', async () => {
    const { keyring, open } = setUp()
    const friends = Array.from({ length: 5 }, () => newIdentity())
    await Promise.all(friends.map(({ publicKeyText }) => keyring.trust({ publicKey: publicKeyText })))
    expect(open().list().length).toBe(5)
  })

  test('[RING4] what another program changed is seen within a second', async () => {
    const { keyring, open, clock } = setUp()
    const friend = newIdentity()
    await open().trust({ publicKey: friend.publicKeyText })
    expect(keyring.find(friend.agentId)).toBeUndefined()
    clock.nowMs += 1_000
    expect(keyring.find(friend.agentId)?.agent_id).toBe(friend.agentId)
  })

  test('[RING4] a file that breaks meanwhile changes nothing, and brings no revoked key back', async () => {
    const { keyring, file, clock } = setUp()
    const friend = newIdentity()
    await keyring.trust({ publicKey: friend.publicKeyText })
    await keyring.revoke(friend.agentId)
    writeFileSync(file, '{')
    clock.nowMs += 1_000
    expect(keyring.find(friend.agentId)?.revoked_at).toBe(NOW_MS)
    await expect(keyring.trust({ publicKey: newIdentity().publicKeyText })).rejects.toThrow(/bad JSON/)
    expect(readFileSync(file, 'utf8')).toBe('{')
  })
})

describe('revoke', () => {
  test('[RING5] takes the rights and stays on record', async () => {
    const { keyring, clock } = setUp()
    const { publicKeyText, agentId } = newIdentity()
    await keyring.trust({ publicKey: publicKeyText, rights: ['op'] })
    clock.nowMs += 5
    expect(await keyring.revoke(publicKeyText)).toMatchObject({ agent_id: agentId, rights: [], revoked_at: NOW_MS + 5 })
    await expect(keyring.revoke('nobody')).rejects.toThrow('no key nobody in the keyring')
  })

  test('[RING5] trusting a revoked key again is a decision of its own', async () => {
    const { keyring } = setUp()
    const { publicKeyText, agentId } = newIdentity()
    await keyring.trust({ publicKey: publicKeyText })
    await keyring.revoke(agentId)
    await keyring.trust({ publicKey: publicKeyText })
    expect(keyring.find(agentId)?.revoked_at).toBeUndefined()
  })
})

describe('rotation', () => {
  const nextKey = (): Uint8Array => rawPublicKey(generateKeyPairSync('ed25519').privateKey)

  test('[RING6] the new key takes the place and the rights of the old one', async () => {
    const { keyring } = setUp()
    const friend = newIdentity('laptop')
    await keyring.trust({ publicKey: friend.publicKeyText, machineContext: 'laptop', label: 'friend', rights: ['op'] })
    const statement = signRotation(friend, nextKey(), NOW_MS)
    expect(await keyring.follow(statement)).toEqual({
      agent_id: statement.agent_id,
      pubkey: statement.pubkey,
      machine_context: 'laptop',
      label: 'friend',
      rights: ['op'],
      trusted_at: NOW_MS,
      rotated_from: friend.agentId,
    })
    expect(keyring.find(friend.agentId)).toMatchObject({
      rights: [],
      revoked_at: NOW_MS,
      replaced_by: statement.agent_id,
    })
  })

  test('[RING6] only a trusted key has a say', async () => {
    const { keyring } = setUp()
    const stranger = newIdentity()
    const statement = signRotation(stranger, nextKey(), NOW_MS)
    await expect(keyring.follow(statement)).rejects.toThrow('rotation refused: the earlier key is not in the keyring')
    await keyring.trust({ publicKey: stranger.publicKeyText })
    await expect(keyring.follow({ ...statement, at: 1 })).rejects.toThrow(
      'rotation refused: it was not signed by the earlier key',
    )
    await keyring.revoke(stranger.agentId)
    await expect(keyring.follow(statement)).rejects.toThrow('rotation refused: the earlier key was revoked')
  })

  test("[RING6] a revoked key cannot come back as somebody's next one", async () => {
    const { keyring } = setUp()
    const [friend, revoked] = [newIdentity(), newIdentity()]
    await keyring.trust({ publicKey: friend.publicKeyText })
    await keyring.trust({ publicKey: revoked.publicKeyText })
    await keyring.revoke(revoked.agentId)
    await expect(keyring.follow(signRotation(friend, revoked.publicKey, NOW_MS))).rejects.toThrow(
      'rotation refused: the new key was revoked',
    )
  })
})

describe('the file', () => {
  const { agentId, publicKeyText } = newIdentity()
  const good = { agent_id: agentId, pubkey: publicKeyText, machine_context: '', rights: [], trusted_at: 1 }

  test.each([
    [{ version: 2, keys: [] }, 'version: expected 1'],
    [{ version: 1, keys: {} }, 'keys: expected a list of at most 10000'],
    [{ version: 1, keys: [1] }, 'keys[0].key: expected an object'],
    [{ version: 1, keys: [{ ...good, admin: true }] }, 'keys[0].admin: is not known'],
    [{ version: 1, keys: [{ ...good, pubkey: 'x' }] }, 'keys[0].pubkey: expected 43 characters of base64url'],
    [
      { version: 1, keys: [{ ...good, machine_context: ' ' }] },
      'keys[0].machine_context: expected at most 128 visible ASCII characters',
    ],
    [
      { version: 1, keys: [{ ...good, agent_id: 'x' }] },
      'keys[0].agent_id: does not belong to pubkey and machine_context',
    ],
    [{ version: 1, keys: [{ ...good, rights: ['root'] }] }, 'keys[0].rights: expected a list of op'],
    [{ version: 1, keys: [{ ...good, label: '' }] }, 'keys[0].label: expected 1 to 64 characters'],
    [{ version: 1, keys: [{ ...good, trusted_at: '1' }] }, 'keys[0].trusted_at: expected milliseconds'],
    [{ version: 1, keys: [{ ...good, revoked_at: -1 }] }, 'keys[0].revoked_at: expected milliseconds'],
    [{ version: 1, keys: [{ ...good, rotated_from: 'x' }] }, 'keys[0].rotated_from: expected an agent id'],
    [{ version: 1, keys: [good, good] }, 'keys[1].agent_id: is there twice'],
  ])('[RING7] %j is refused, with the field', (content, message) => {
    const file = join(temporaryDirectory(), 'keyring.json')
    writeFileSync(file, JSON.stringify(content))
    expect(() => openKeyring({ file, now: () => NOW_MS, log: SILENT })).toThrow(message)
  })
})
