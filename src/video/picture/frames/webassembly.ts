/** The part of the WebAssembly API used here; its types only come with the browser libraries. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

export const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
