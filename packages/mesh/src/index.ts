export {
  AUDIENCE_KEY,
  agentIdOf,
  type CallToSign,
  createNonce,
  createVerifier,
  defaultKeysDirectory,
  defaultPolicy,
  type Identity,
  type IdentityOptions,
  identityOf,
  KeyFileError,
  type Keyring,
  KeyringError,
  type KnownKey,
  loadIdentity,
  type MeshPolicy,
  mayCall,
  openKeyring,
  openReplayCache,
  type ReplayCache,
  type ReplyVerdict,
  type RotationStatement,
  rotateKeys,
  type SignedRequest,
  sha256Hex,
  signCall,
  signMessage,
  signReply,
  type TrustRequest,
  type VerifierOptions,
  verifyReply,
  withAudience,
} from './identity/index.js'
export { createMeshDoor, type MeshDoor, type MeshDoorOptions } from './node/mesh-door.js'
export { type MeshNode, type NodeOptions, openMeshNode } from './node/open-node.js'
export { type RunningNode, type StartNodeOptions, startMeshNode } from './node/start-node.js'
export type { SkillPlace, UserSkills } from './node/user-skills.js'
export {
  openReceiptLog,
  type ReceiptLog,
  type ReceiptVerdict,
  readReceipts,
  type SignedReceipt,
  verifyReceipt,
} from './receipts/index.js'
export { type CallOnceOptions, callOnce } from './remotes/call-once.js'
export { RemotesFileError } from './remotes/kept-file.js'
export { approved, openPins, type RemotePins } from './remotes/pins.js'
export type { RemoteState } from './remotes/remote.js'
export { openRemoteList, type RemoteEntry, readRemoteText, remoteUrl } from './remotes/remote-list.js'
export { type RemoteSecret, readRemoteSecrets } from './remotes/remote-secret.js'
export { createRemotes, type Remotes, type RemotesOptions, type RemotesPolicy } from './remotes/remotes.js'
export {
  type Approvals,
  approveSkillFolder,
  type LoadedSkill,
  loadSkillFolder,
  openApprovals,
  SkillFolderError,
  type SkillFolderOptions,
} from './run/index.js'
export { createSecrets, SecretError, type Secrets } from './secrets/index.js'
