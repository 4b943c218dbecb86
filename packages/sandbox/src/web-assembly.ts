/** A compiled module of WebAssembly. Node has these; its types do not say so. */
export type WasmModule = object

type WebAssemblyGlobal = { readonly WebAssembly: { compile(bytes: Uint8Array): Promise<WasmModule> } }

export function compileWasm(bytes: Uint8Array): Promise<WasmModule> {
  return (globalThis as unknown as WebAssemblyGlobal).WebAssembly.compile(bytes)
}
