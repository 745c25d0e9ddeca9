/** How TypeScript sees a wasm file that esbuild's binary loader inlines. */
declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
