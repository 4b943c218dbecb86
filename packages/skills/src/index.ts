export { type Caller, type CallerEvidence, type IdentifiedCaller, identifyCaller, type Right } from './caller.js'
export { type Door, type DoorAnswer, type DoorRequest, plainText } from './door.js'
export { SkillError, type SkillErrorCode } from './errors.js'
export { type Dialect, spellName } from './names.js'
export {
  type AuditRecord,
  createRegistry,
  type Registry,
  type RegistryOptions,
  type SkillCall,
  type SkillCounters,
} from './registry.js'
export { createSidecarDoor, type JsonSchema, type SidecarDoorOptions } from './sidecar-door.js'
export { defineSkill, type Skill, type SkillContext, type SkillDefinition } from './skill.js'
export { type WholeNumberRules, wholeNumber } from './whole-number.js'
