import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as protocol from '@clawstead/protocol'
import { actionsPage } from './actions-page.js'
import { blockLooks } from './block-looks.js'
import { configurationPage } from './configuration.js'
import type { Generated } from './files.js'
import { limitLines } from './limits-table.js'
import { protocolPage } from './protocol-page.js'
import { SCHEMA_FOLDERS, schemaFiles } from './schema-files.js'

/** Everything that is made from the definitions, in memory. */
export async function generate(root: string): Promise<Generated> {
  const limitsSource = await readFile(join(root, 'packages/protocol/src/limits.ts'), 'utf8')
  return {
    files: [
      protocolPage(limitLines(limitsSource, protocol)),
      ...schemaFiles(),
      configurationPage(),
      await blockLooks(root),
      actionsPage(),
    ],
    ownedFolders: SCHEMA_FOLDERS,
  }
}
