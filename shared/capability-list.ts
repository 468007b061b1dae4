import type { Capability } from './capability.ts'

/**
 * The capabilities as JSON, as main sends them to the page. Thousands of capabilities have hundreds of thousands of objects. IPC would copy
 * the objects one by one, but copies a string in one step.
 */
export type CapabilityList = string

const texts = new WeakMap<readonly Capability[], CapabilityList>()

/** Serialises each list only once, because it is sent to every window. */
export function writeCapabilityList(capabilities: readonly Capability[]): CapabilityList {
  const text = texts.get(capabilities) ?? JSON.stringify(capabilities)
  texts.set(capabilities, text)
  return text
}

/** Parses a text from `writeCapabilityList`. The content isn't validated. */
export function readCapabilityList(list: CapabilityList): readonly Capability[] {
  return JSON.parse(list) as readonly Capability[]
}
