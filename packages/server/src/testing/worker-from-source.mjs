// Runs the thread of a world from its sources, so that tests never see a stale build.
import { register } from 'tsx/esm/api'

register()
await import('../host/engine/worker-main.ts')
