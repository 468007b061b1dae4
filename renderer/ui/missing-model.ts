/** A model's file is missing from this computer. */
export class MissingModel extends Error {
  override readonly name = 'MissingModel'
}
