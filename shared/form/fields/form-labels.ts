/** Labels for parts of a form that the contract can't name. They are translated with the contract's texts. */
export const formLabels = {
  on: 'On',
  off: 'Off',
  fromText: 'From text',
  editImages: 'Edit images',
  option: 'Option',
  otherFields: 'Other fields',
  allFields: 'Fields',
  otherFieldsHelp: 'The API definition doesn’t list every field. Enter the others as a JSON object. They’re sent as is.'
} as const
