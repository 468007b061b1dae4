import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Field, MediaField } from '../../shared/fields.ts'
import { isEmptyValue, isInnerName, outerName } from '../../shared/fields.ts'
import type { Problem } from '../../shared/problem.ts'
import { request } from '../bridge/kiln.ts'
import { loadCapabilities } from '../bridge/session.ts'
import { useAccount, useCapabilities, useCapability, useSettings } from '../bridge/use-session.ts'
import { fieldElementId, firstMessage, problemsWithin } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { FormServicesProvider } from '../fields/form-services.ts'
import { mostOptionsInAMenu } from '../fields/matching-options.ts'
import { mediaValues } from '../fields/media-list.ts'
import { showOverflowEvent } from '../fields/use-text-editor.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { creditWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Segments } from '../ui/segments.tsx'
import { useToast } from '../ui/toasts.tsx'
import { Inspector, View } from '../ui/view.tsx'
import { ComposeFoot } from './compose-foot.tsx'
import { formFromTask } from './compose-form.ts'
import styles from './compose-view.module.css'
import type { ComposeViewProps, Prefill } from './compose-view-props.ts'
import { formLayout } from './form-layout.ts'
import { changeForm, fillOnce, rememberDrafts } from './forms-store.ts'
import { goWords, outputCount, wayOutOf } from './go-words.ts'
import { MadeWithForm } from './made-with-form.tsx'
import { PromptPanel } from './prompt-panel.tsx'
import { useComposeForm } from './use-compose-form.ts'

/** The form of one capability. */
export function ComposeView(props: ComposeViewProps) {
  const capabilities = useCapabilities()
  const capability = useCapability(props.capabilityId)
  const isFilled = usePrefill(capability, props.prefill)
  if (capabilities.state === 'failed') {
    return (
      <View label="Form" bar={<h1>Form</h1>}>
        <EmptyState
          isCold
          title="The contract could not be read"
          actions={<Button onClick={() => void loadCapabilities()}>Try again</Button>}
        >
          {capabilities.message}
        </EmptyState>
      </View>
    )
  }
  if (capabilities.state === 'ready' && capability === null) {
    return (
      <View label="Form" bar={<h1>Form</h1>}>
        <EmptyState
          icon="question"
          title="The service does not have this any more"
          actions={<Button onClick={props.onLeave}>Back to the gallery</Button>}
        >
          “{props.capabilityId}” is not in its present contract. What was made with it stays.
        </EmptyState>
      </View>
    )
  }
  if (capability === null || !isFilled) return <ComposeSkeleton title={capability?.title ?? 'Form'} />
  return <FilledForm key={capability.id} {...props} capability={capability} />
}

function FilledForm({ capability, onOpenResult, onOpenTask, onReplaceKey }: ComposeViewProps & { readonly capability: Capability }) {
  const state = useComposeForm(capability)
  const account = useAccount()
  const announce = useAnnounce()
  const toast = useToast()
  const { fields, form, mode, modes, problems, services, setValue, values } = state
  const layout = formLayout(fields)
  const isHeldByKey = account?.hold === 'key'

  // Ctrl+Enter from anywhere in the form; a key that is held down sends once.
  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      if (problems.length > 0) notReady()
      else state.send()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  function problemsOf(field: Field): readonly Problem[] {
    if (isEmptyValue(values[field.name]) && !state.wasTried) return []
    return problems.filter(
      (problem) => problemsWithin(field.name, [problem]).length > 0 || (field.kind === 'media' && problem.field === field.alsoNamed)
    )
  }
  function lead(problem: Problem): void {
    const field = fieldOfProblem(problem)
    if (field === undefined) return
    if (problem.field !== null && isInnerName(problem.field)) return showNamed(problem.field, problem.index)
    if (field.kind === 'media' && wayOutOf(problem, fields, values)?.does === 'browse') {
      return services.browse(field, problem.index ?? (field.isMany ? null : 0))
    }
    showNamed(field.name, problem.index)
  }
  function fieldOfProblem(problem: Problem): Field | undefined {
    return fields.find(({ name }) => problem.field !== null && name === outerName(problem.field))
  }
  function notReady(): void {
    state.setTried()
    announce(problems.map((problem) => problem.message).join(' '))
    const [first] = problems
    if (first && first.field !== null && fieldOfProblem(first)) showNamed(first.field, first.index)
  }
  function startAnew(): void {
    const before = state.reset()
    toast({ title: 'Started anew', icon: 'undo', action: { label: 'Undo', onSelect: () => state.restore(before) } })
  }
  const inputOf = (field: Field) => (
    <FieldInput
      field={field}
      value={form.values[field.name]}
      problems={problemsOf(field)}
      aside={asideOf(field, capability)}
      onChange={(value) => setValue(field.name, value)}
    />
  )

  return (
    <FormServicesProvider value={services}>
      <View
        label={capability.title}
        bar={
          <>
            <h1 className={classNames('cut', styles.title)}>{capability.title}</h1>
            {modes.length > 0 && (
              <Segments
                label="Mode"
                options={modes.map(({ id, label }) => ({ value: id, label }))}
                value={mode?.id ?? null}
                onChange={state.setMode}
              />
            )}
            <span className="grow" />
            <FavouriteButton capabilityId={capability.id} />
          </>
        }
        inspector={
          <Inspector
            label="Settings"
            bar={
              <>
                <span className="strong grow">Settings</span>
                <IconButton label="Start anew" icon="undo" onClick={startAnew} tooltipSide="bottom" />
              </>
            }
            foot={
              <ComposeFoot
                words={goWords(capability, outputCount(fields, values))}
                estimate={state.estimate}
                problems={problems}
                wayOutOf={(problem) => wayOutOf(problem, fields, values)}
                onWayOut={lead}
                refusal={state.refusal}
                sending={state.sending}
                account={account}
                onSend={state.send}
                onNotReady={notReady}
              />
            }
          >
            <SettingsOfForm settings={layout.settings} rare={layout.rare} purpose={capability.purpose} inputOf={inputOf} />
            {isHeldByKey && (
              <Button look="quiet" size="small" icon="key" onClick={onReplaceKey}>
                Replace the key
              </Button>
            )}
          </Inspector>
        }
      >
        <ScrollArea label={`${capability.title}: form`} className={styles.body}>
          {layout.media.length > 0 && (
            <div className={classNames(styles.part, styles.wells)}>
              {layout.media.map((field) => (
                <div key={field.name} className={field.isMany ? styles.whole : undefined}>
                  {inputOf(field)}
                </div>
              ))}
            </div>
          )}
          {layout.prompt !== null && (
            <div className={styles.part}>
              <PromptPanel
                prompt={layout.prompt}
                leaveOut={layout.leaveOut}
                values={form.values}
                onChange={setValue}
                pictures={picturesOf(layout.media, form.values, services.draftOf)}
                promptProblem={firstMessage(problemsOf(layout.prompt))}
                leaveOutProblem={layout.leaveOut === null ? null : firstMessage(problemsOf(layout.leaveOut))}
              />
            </div>
          )}
          {layout.long.map((field) => (
            <div key={field.name} className={styles.part}>
              {inputOf(field)}
            </div>
          ))}
          <MadeWithForm capabilityId={capability.id} fields={fields} onOpenResult={onOpenResult} onOpenTask={onOpenTask} />
        </ScrollArea>
      </View>
    </FormServicesProvider>
  )
}

function SettingsOfForm({
  settings,
  rare,
  purpose,
  inputOf
}: {
  readonly settings: readonly Field[]
  readonly rare: readonly Field[]
  readonly purpose: string
  readonly inputOf: (field: Field) => React.ReactNode
}) {
  return (
    <>
      {settings.length === 0 && (
        <>
          <p className="ink-2">{purpose}</p>
          {rare.length === 0 && <p className={classNames('small ink-3', styles.moreBody)}>There is nothing else to set.</p>}
        </>
      )}
      {settings.map((field) => (
        <div key={field.name} className={isRow(field) ? styles.rows : styles.group}>
          {inputOf(field)}
        </div>
      ))}
      {rare.length > 0 && (
        <details className={styles.more}>
          <summary>
            <Icon name="chevron-right" size="s" />
            More
          </summary>
          <div className={styles.moreBody}>
            {rare.map((field) => (
              <div key={field.name} className={isRow(field) ? styles.rows : styles.group}>
                {inputOf(field)}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function FavouriteButton({ capabilityId }: { readonly capabilityId: string }) {
  const settings = useSettings()
  if (settings === null) return null
  const isFavourite = settings.favourites.includes(capabilityId)
  const favourites = isFavourite ? settings.favourites.filter((id) => id !== capabilityId) : [...settings.favourites, capabilityId]
  return (
    <IconButton
      label={isFavourite ? 'Take from favourites' : 'Put among favourites'}
      icon="star"
      filled={isFavourite}
      tooltipSide="bottom"
      onClick={() => void request('settings.change', { favourites })}
    />
  )
}

function ComposeSkeleton({ title }: { readonly title: string }) {
  return (
    <View
      label={title}
      bar={<h1 className="cut">{title}</h1>}
      inspector={
        <Inspector label="Settings" bar={<span className="strong">Settings</span>}>
          <div className={styles.skeleton} style={{ height: 176 }} />
        </Inspector>
      }
    >
      <div className={styles.body} aria-busy="true">
        <div className={styles.skeleton} style={{ height: 152 }} />
      </div>
    </View>
  )
}

/** Fills the form once from an earlier task, its files opened again. False while that is on its way. */
function usePrefill(capability: Capability | null, prefill: Prefill | null): boolean {
  const [filled, setFilled] = useState<Prefill | null>(null)
  useEffect(() => {
    if (capability === null || prefill === null) return
    void fillOnce(prefill, () => fillForm(capability, prefill)).then(() => setFilled(prefill))
  }, [capability, prefill])
  return prefill === null || filled === prefill
}

async function fillForm(capability: Capability, { fromTaskId, values }: Prefill): Promise<void> {
  const reopened = fromTaskId === null ? null : await request('media.reopen', { taskId: fromTaskId })
  const media = reopened?.ok ? reopened.value : []
  rememberDrafts(media.map((entry) => entry.media))
  changeForm(capability.id, () => formFromTask(capability, values, media))
}

/** Previews that the prompt's chips show: of the list of images, where there is one. */
function picturesOf(
  media: readonly MediaField[],
  values: Parameters<typeof formFromTask>[1],
  draftOf: ReturnType<typeof useComposeForm>['services']['draftOf']
): readonly (string | null)[] | null {
  const list = media.find((field) => field.isMany && field.medium === 'image')
  if (list === undefined) return null
  return mediaValues(values[list.name]).map((value) => (typeof value === 'string' ? null : (draftOf(value)?.previewUrl ?? null)))
}

function asideOf(field: Field, { pricing }: Capability): string | null {
  const isPriced = field.kind === 'count' && pricing.kind === 'per-output' && pricing.countField === field.name
  return isPriced ? `${creditWords(pricing.base)} each` : null
}

/** Fields of one line, which stand close together. */
function isRow(field: Field): boolean {
  return field.kind === 'switch' || (field.kind === 'choice' && field.options.length <= mostOptionsInAMenu)
}

/** Brings a field into sight and gives it the focus; of a text that is too long, what is too much. */
function showNamed(name: string, index: number | null): void {
  const place = index === null ? null : document.getElementById(fieldElementId(name, index))
  const element = place ?? document.getElementById(fieldElementId(name))
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.setAttribute('open', '')
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  const inner = element?.matches('[role=radiogroup]') ? element.querySelector<HTMLElement>('[role=radio]') : null
  ;(inner ?? element)?.focus({ preventScroll: true })
  element?.dispatchEvent(new CustomEvent(showOverflowEvent))
}
