/** A small picture, put into the bundle as the address of its data. */
declare module '*.png?inline' {
  const address: string
  export default address
}
