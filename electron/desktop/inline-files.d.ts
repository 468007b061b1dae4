/** A small image, bundled as a data URL. */
declare module '*.png?inline' {
  const address: string
  export default address
}
