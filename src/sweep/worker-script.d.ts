/** What esbuild's text loader makes of a script that is to be carried inside a bundle. */
declare module "*.txt" {
  const text: string;
  export default text;
}
