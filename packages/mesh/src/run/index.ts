export { type Approvals, openApprovals } from './approvals.js'
export { SkillFolderError } from './folder-files.js'
export { approveSkillFolder, type LoadedSkill, loadSkillFolder, type SkillFolderOptions } from './skill-folder.js'
