import type { Capability } from '../../../shared/form/capability.ts'

/** Returns a text-to-image capability. `different` overrides members. */
export function aCapability(different: Partial<Capability> & { readonly id: string }): Capability {
  return {
    title: different.id,
    purpose: '',
    category: 'image',
    output: 'image',
    resultField: 'imageUrl',
    inputSchema: {
      type: 'object',
      properties: { prompt: { type: 'string', title: 'Prompt' } },
      required: ['prompt'],
      additionalProperties: false
    },
    pricing: { kind: 'flat', credits: 5 },
    ...different
  }
}
