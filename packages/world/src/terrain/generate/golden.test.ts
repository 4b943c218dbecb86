import { expect, test } from 'vitest'
import { Hasher, lanesToHex } from '../../math/hash.js'
import { testWorld } from '../../testing/index.js'
import { GENERATORS } from './index.js'

/** Near and far, on both sides of zero. */
const PLACES = [
  [0, 0],
  [-1, -1],
  [3, -4],
  [-20, 35],
  [100, 61],
  [-210, -170],
] as const

/** What was made, by name, so that a new block in the catalog changes nothing here. */
function digestOf(id: string, seed: number): string {
  const { terrain, content } = testWorld({ generator: id, seed, flat: id === 'flat-1' })
  const nameHash = content.blockNames.map((name) => new Hasher().text(name).done().lo)
  const hasher = new Hasher()
  for (const [cx, cz] of PLACES) {
    for (const section of terrain.generator.generate(cx, cz)) {
      if (typeof section === 'number') hasher.word(nameHash[section] ?? 0)
      else for (const block of section) hasher.word(nameHash[block] ?? 0)
    }
    hasher.text(terrain.generator.biomeAt(cx * 16, cz * 16))
  }
  return lanesToHex(hasher.done())
}

test('[GEN4] every generator still makes the ground it made when it was released', () => {
  const digests = Object.fromEntries(
    Object.keys(GENERATORS)
      .sort()
      .map((id) => [id, [1, 1337, -5_000_000_001].map((seed) => digestOf(id, seed))]),
  )
  expect(digests).toMatchInlineSnapshot(`
    {
      "city-1": [
        "c24658b70e756367",
        "4db5d93cde40e04c",
        "04c4d18f9465b564",
      ],
      "flat-1": [
        "ea3faa8dda1c17b4",
        "6215e803ac0acc95",
        "47478d011f406512",
      ],
      "mine-1-l1": [
        "70c0d491f036029f",
        "67bc1ea187ce299a",
        "e215e24e88e76fe6",
      ],
      "mine-1-l2": [
        "8ab6f49a79f2eb60",
        "2e5e7a5edc68c1b0",
        "6ae032c612d4f1af",
      ],
      "mine-1-l3": [
        "6e26e7a029131d04",
        "51370f991c6dd4aa",
        "01984654c1988119",
      ],
      "overworld-1": [
        "b85338acaaa5158d",
        "259895dfe74ab73c",
        "9e24e744c6b3e692",
      ],
      "plain-1": [
        "c42c5cef960d5882",
        "c42c5cef960d5882",
        "c42c5cef960d5882",
      ],
    }
  `)
})
