/** Of the runtime's WebAssembly, the little that is used here: its types come with browsers' ones only. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

export const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
