import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../../electron/practice/openapi-document.ts'
import { fieldsInGroup, fieldsOf, listItemField, modesOf, type Field } from '../../../../shared/form/fields.ts'
import { helpPlacementOf } from '../../../../shared/form/fields/help-placement.ts'

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})

function withInner(field: Field): readonly Field[] {
  if (field.kind === 'group') return [field, ...fieldsInGroup(field, undefined).flatMap(withInner)]
  if (field.kind === 'list') return [field, ...withInner(listItemField(field, '0', `item of ${field.label}`))]
  return [field]
}

describe('the help of a field', () => {
  it('is shown only if it adds something to the label and the control', async () => {
    const lines = capabilities.flatMap((capability) => {
      const modes = modesOf(capability)
      const forms = modes.length === 0 ? [fieldsOf(capability)] : modes.map(({ sets, variant }) => fieldsOf(capability, sets, variant))
      return forms
        .flat()
        .flatMap(withInner)
        .flatMap(({ label, help, helpPlacement }) => (help === null ? [] : [`${helpPlacement}: ${label}: ${help}`]))
    })
    await expect(`${[...new Set(lines)].toSorted().join('\n')}\n`).toMatchFileSnapshot('help-placements.txt')
  })

  it.each([
    ['Grain', 'Higher values give coarser grain.', {}, 'spoken'],
    ['Camera motion', 'The type and easing of the camera motion.', { properties: { kind: { title: 'Type' }, easing: {} } }, 'spoken'],
    ['Direction', 'Adds footage after or before.', { enum: ['after', 'before'] }, 'spoken'],
    ['Start time', 'Seconds from the beginning.', { 'x-unit': 'seconds' }, 'spoken'],
    ['Colour', 'A hex code, such as #336699.', { format: 'color' }, 'spoken'],
    ['Amount', 'Negative values reverse the direction.', {}, 'on-demand'],
    ['Views', 'Only the front view is required.', {}, 'on-demand'],
    ['Strength', 'Used by the previous model.', { deprecated: true }, 'on-demand'],
    ['强度', '数值越高，效果越强。', {}, 'on-demand'],
    ['Consent', 'Turn on only if the owner agreed.', { const: true }, 'inline'],
    ['Code', 'Two letters and a digit.', { type: 'string', pattern: '^[a-z]{2}\\d$' }, 'inline'],
    ['Code', 'The code.', { type: 'string', pattern: '^[a-z]{2}\\d$', examples: ['ab1'] }, 'spoken']
  ] as const)('“%s: %s” with %j is %s', (title, help, schema, placement) => {
    expect(helpPlacementOf(title, help, schema, {})).toBe(placement)
  })
})
