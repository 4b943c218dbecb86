import { expect, test } from 'vitest'
import { renderConfigurationDoc } from './configuration-doc.js'
import { parseConfigFile } from './settings/config-file.js'
import { resolveSettings } from './settings/resolve.js'
import { variableOf } from './settings/setting.js'
import { ADDRESS_FLAGS } from './settings/table/foreign.js'
import { SETTINGS } from './settings/table/index.js'

const doc = renderConfigurationDoc()

test('[DOC1] every setting, variable and spelling has its place', () => {
  const own = SETTINGS.filter((one) => !one.isForeign)
  const wanted = [
    ...own.map(({ name }) => `\`${variableOf(name)}\``),
    ...own.flatMap(({ environment }) => environment.map((name) => `\`${name}\``)),
    ...SETTINGS.filter((one) => one.isForeign).map(({ name }) => `\`-${name}\``),
    ...ADDRESS_FLAGS.map(({ name }) => `\`-${name} HOST:PORT\``),
  ]
  expect(wanted.filter((text) => !doc.includes(text))).toEqual([])
})

test('[DOC2] the example file is one that is accepted', () => {
  const example = doc.match(/```yaml\n([^`]*)```/)?.[1] ?? ''
  const file = parseConfigFile('clawstead.yaml', example, '/work')
  expect(resolveSettings({ flags: [], environment: {}, file }).values).toMatchObject({
    port: 9000,
    'mcp-port': 9001,
    seed: 7,
    world: 'OVERWORLD',
    page: false,
    'allowed-hosts': ['world.example.org'],
  })
})

test('[DOC3] every table row has as many cells as its head', () => {
  const tables = doc.split('\n\n').filter((block) => block.startsWith('| '))
  for (const table of tables) {
    const widths = table
      .trim()
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).length)
    expect(new Set(widths).size).toBe(1)
  }
})
