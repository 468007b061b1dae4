import { useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { say } from '../../shared/i18n/say.ts'
import type { CapabilityExample } from '../media/examples/example.ts'
import { openExample } from '../navigation/open-example.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './examples-menu.module.css'

type LoadedExamples = { readonly capabilityId: string; readonly examples: readonly CapabilityExample[]; readonly titles: readonly string[] }

/** Button with the examples of a capability. Choosing one fills the form. The toast’s undo restores the form. */
export function ExamplesMenu({ capability }: { readonly capability: Capability }) {
  const [isOpen, setIsOpen] = useState(false)
  const [loaded, setLoaded] = useState<LoadedExamples | null>(null)
  const fail = useFailureToast()
  const here = loaded?.capabilityId === capability.id ? loaded : null

  async function load(): Promise<void> {
    const { loadExamples, exampleLanguage } = await import('../media/examples/load-examples.ts')
    const examples = await loadExamples(capability)
    setLoaded({ capabilityId: capability.id, examples, titles: examples.map(({ title }) => title[exampleLanguage()]) })
  }
  function open(next: boolean): void {
    setIsOpen(next)
    if (next && here === null) void load()
  }
  function choose(example: CapabilityExample): void {
    setIsOpen(false)
    void openExample(capability.id, example).then(fail)
  }

  return (
    <Popover
      label={say('Examples')}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button variant="quiet" size="small" icon="guide">
          {say('Examples')}
        </Button>
      }
    >
      <div className={styles.list}>
        {here?.examples.map((example, place) => (
          <Button key={here.titles[place]} variant="quiet" className={styles.example} onClick={() => choose(example)}>
            {here.titles[place]}
          </Button>
        ))}
        {here?.examples.length === 0 && <p className="small ink-2">{say('No examples for this capability.')}</p>}
      </div>
    </Popover>
  )
}
