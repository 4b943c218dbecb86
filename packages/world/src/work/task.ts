import type { WorkTask } from '../state.js'

/** The running work of one kind: `Work<'MINE'>`. */
export type Work<K extends WorkTask['kind']> = Extract<WorkTask, { readonly kind: K }>
