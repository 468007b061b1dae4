import type Electron from 'electron'
import { throwOnMissingMembers } from '../not-implemented.ts'
import type { Desktop } from './desktop.ts'

type Built = Pick<Electron.Clipboard, 'clear' | 'has' | 'read' | 'readText' | 'write' | 'writeText'>
type WithSelection = Built & Pick<Electron.Clipboard, 'selection'>
type Payload = ConstructorParameters<typeof Electron.ClipboardItem>[0][string]

/** One item on the clipboard, with its content by MIME type. */
export class StandInClipboardItem {
  private readonly items: Record<string, Payload>

  constructor(items: Record<string, Payload>) {
    this.items = items
  }

  get types(): string[] {
    return Object.keys(this.items)
  }

  async getType(type: string): Promise<Blob> {
    const item = await this.items[type]
    if (item === undefined) throw new Error(`The type '${type}' was not found`)
    return item instanceof Blob ? item : new Blob([String(item)], { type })
  }
}

/**
 * Creates a clipboard in memory, and another for the current selection. They don't contain other programs' content. Text is copied to the
 * system's clipboard only if `desktop` isn't null.
 */
export function createClipboard(desktop: Desktop | null): Electron.Clipboard {
  const selection = throwOnMissingMembers<Electron.Clipboard>('clipboard.selection', inMemory(null))
  return throwOnMissingMembers<Electron.Clipboard>('clipboard', { ...inMemory(desktop), selection } satisfies WithSelection)
}

function inMemory(desktop: Desktop | null): Built {
  let content: StandInClipboardItem[] = []
  return {
    clear: () => void (content = []),
    has: async (type) => content.some((item) => item.types.includes(type)),
    read: async () => [...content] as unknown as Electron.ClipboardItem[],
    write: async (items) => void (content = items as unknown as StandInClipboardItem[]),
    readText: async () => {
      const item = content.find((candidate) => candidate.types.includes('text/plain'))
      return item === undefined ? '' : (await item.getType('text/plain')).text()
    },
    writeText: async (text) => {
      content = [new StandInClipboardItem({ 'text/plain': text })]
      await desktop?.copyText(text)
    }
  }
}
