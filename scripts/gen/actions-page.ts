import { actionReference } from '../../packages/sidecar/src/mcp/action-reference.js'
import type { GeneratedFile } from './files.js'

/** The actions as the publishable skill folder carries them; the sidecar serves the same text as a resource. */
export function actionsPage(): GeneratedFile {
  return { path: 'openclaw/voxelcraft/references/actions.md', text: `${actionReference().trimEnd()}\n` }
}
