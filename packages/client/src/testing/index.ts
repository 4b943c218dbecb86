export { AIR_CUBE, ackFrame, catalogFrame, type Frame, obsFrame, welcomeFrame } from './frames.js'
export { errorOf, Harness, seen, told } from './harness.js'
export { type ManualClock, manualClock } from './manual-clock.js'
export { type ScriptedPeer, type ScriptedServer, startScriptedServer } from './scripted-server.js'
