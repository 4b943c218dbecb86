import { createNodeFileSystem } from '../files/node-file-system.js'
import { createFileInbox } from '../inbox/file-inbox-store.js'
import { storeDirectories } from '../store-directories.js'
import { openWorldStore } from '../world-store.js'
import { SAMPLE_IDENTITY, sampleAct, sampleRecord } from './sample-records.js'

// Writes to the folder it is given for as long as it lives, and says what it has promised: `put <n>`, `shown <tick>`.
const [directory = ''] = process.argv.slice(2)
const fileSystem = createNodeFileSystem()
const store = await openWorldStore({ directory, identity: SAMPLE_IDENTITY, fileSystem, segmentBytesMax: 4000 })
const inbox = createFileInbox({
  fileSystem,
  directory: storeDirectories(directory).inbox,
  worldId: SAMPLE_IDENTITY.worldId,
  position: store.inbox.position,
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
let taken = store.inbox.pending.map(({ sequence }) => sequence)
for (;;) {
  const puts = [0, 1, 2].map(async (offset) => {
    const sequence = await inbox.put(sampleAct(offset))
    say(`put ${sequence}`)
    return sequence
  })
  const tick = store.log.nextTick
  store.log.append(sampleRecord(tick, taken))
  await store.log.commit()
  say(`shown ${tick}`)
  taken = await Promise.all(puts)
}
