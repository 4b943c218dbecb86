import { renderConfigurationDoc } from '../../packages/cli/src/configuration-doc.js'
import type { GeneratedFile } from './files.js'

/** The reference of all settings, from the table in packages/cli. */
export function configurationPage(): GeneratedFile {
  return { path: 'docs/configuration.md', text: renderConfigurationDoc() }
}
