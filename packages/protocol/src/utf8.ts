/** The part of the standard TextDecoder that is used; this package assumes neither Node's types nor the browser's. */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

// Broken UTF-8 reads as replacement characters; a byte order mark stays, and then is not JSON.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const utf8ToText = (bytes: Uint8Array): string => decoder.decode(bytes)
