import { DialError } from '@clawstead/skills'

/** The whole body of an answer. @throws DialError when it is longer than that. */
export async function readBytes(response: Response, url: string, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop gives the rest of the body up.
    if (bytes > bytesMax) throw new DialError('size', `${url} answers with more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
