/** What is used of jstat, which comes without types. */
declare module "jstat" {
  const jstat: {
    readonly studentt: {
      cdf(x: number, degreesOfFreedom: number): number;
      inv(p: number, degreesOfFreedom: number): number;
    };
  };
  export default jstat;
}
