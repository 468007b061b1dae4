import type { Capability } from './capability.ts'

/**
 * The list of capabilities as it crosses from main to the page: JSON text. Thousands of capabilities are hundreds of thousands of objects,
 * which the bridge copies one by one; one text it hands over at once (decisions: capabilities cross as text).
 */
export type CapabilityList = string

const texts = new WeakMap<readonly Capability[], CapabilityList>()

/** Written once for each list: every window asks for it, and hears of it when it changes. */
export function writeCapabilityList(capabilities: readonly Capability[]): CapabilityList {
  const text = texts.get(capabilities) ?? JSON.stringify(capabilities)
  texts.set(capabilities, text)
  return text
}

/** Only for what `writeCapabilityList` wrote. */
export function readCapabilityList(list: CapabilityList): readonly Capability[] {
  return JSON.parse(list) as readonly Capability[]
}
