import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { controllingFieldName, outputCount } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAccount } from '../bridge/use-session.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { FormServicesProvider } from '../fields/form-services.ts'
import { useAnnounceFieldChanges } from '../fields/use-announce-field-changes.ts'
import { openKeyReplacement } from '../navigation/app-dialogs-store.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCredits } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useToast } from '../ui/toasts.tsx'
import { Inspector, View } from '../ui/view.tsx'
import { BatchButton } from './batch/batch-button.tsx'
import { ComposeFooter } from './compose-footer.tsx'
import { emptyForm, isEmptyForm } from './compose-form.ts'
import styles from './compose-view.module.css'
import { FavouriteButton } from './favourite-button.tsx'
import { FormFields } from './form-fields.tsx'
import { FormSettings } from './form-settings.tsx'
import { useDraftSaveWarning } from './use-draft-save-warning.ts'
import { useFollowedContract } from './use-followed-contract.ts'
import { useFormProblems } from './use-form-problems.ts'
import { useOpeningFocus } from './use-opening-focus.ts'
import type { ComposeViewProps } from './compose-view-props.ts'
import { formLayout } from './form-layout.ts'
import { useLocalFiles, useFillCount, useMissingFileNames } from './forms-store.ts'
import { submitLabel, problemAction } from './submit-label.ts'
import { UnmappedValues } from './unmapped-values.tsx'
import { FormOutputs } from './form-outputs.tsx'
import { PresetsPopover } from './presets-popover.tsx'
import { useComposeForm } from './use-compose-form.ts'

/** The form of a known capability, filled with the draft. */
export function FilledForm({ capability, prefill }: ComposeViewProps & { readonly capability: Capability }) {
  useFollowedContract(capability)
  useDraftSaveWarning()
  const state = useComposeForm(capability)
  const fillings = useFillCount(capability.id)
  const drafts = useLocalFiles()
  const gone = useMissingFileNames()
  const account = useAccount()
  const toast = useToast()
  const { fields, form, mode, modes, problems, services, setValue, values } = state
  const layout = formLayout(fields, (name) => controllingFieldName(capability.inputSchema, name))
  const isHeldByKey = account?.hold === 'key'
  useAnnounceFieldChanges(fields, mode?.id ?? '')
  useOpeningFocus(prefill === null ? (layout.prompt?.name ?? null) : null, state.rejected[0])
  const { problemsOf, lead, notReady } = useFormProblems(state)

  function resetForm(): void {
    const action = state.replace(emptyForm)
    if (!isEmptyForm(form)) toast({ title: say('Form reset'), icon: 'undo', action })
  }
  const inputOf = (field: Field) => (
    <FieldInput
      // These inputs keep their own text while the user types. The key resets this text when the whole form is replaced.
      key={field.kind === 'json' || field.kind === 'group' || field.kind === 'list' ? `${field.name} ${fillings}` : field.name}
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
            <h1 dir="auto" className={classNames('cut', styles.title)}>
              {capability.title}
            </h1>
            {modes.length > 0 && (
              <SegmentedControl
                label={say('Mode')}
                options={modes.map(({ id, label }) => ({ value: id, label }))}
                value={mode?.id ?? null}
                onChange={state.setMode}
              />
            )}
            <span className="grow" />
            <BatchButton capability={capability} values={values} />
            <PresetsPopover capability={capability} replace={state.replace} />
            <FavouriteButton capabilityId={capability.id} />
          </>
        }
        inspector={
          <Inspector
            label={say('Parameters')}
            bar={
              <>
                <span className="strong grow">{say('Parameters')}</span>
                <IconButton label={say('Reset form')} icon="undo" onClick={resetForm} tooltipSide="bottom" />
              </>
            }
            foot={
              <ComposeFooter
                capability={capability}
                label={submitLabel(capability, outputCount(fields, values), fields, values)}
                estimate={state.estimate}
                problems={problems}
                actionFor={(problem) => problemAction(problem, fields, values)}
                onAction={lead}
                refusal={state.refusal}
                sending={state.sending}
                account={account}
                onSend={state.send}
                onCancel={state.clearRefusal}
                onNotReady={notReady}
              />
            }
          >
            <FormSettings settings={layout.settings} rare={layout.rare} purpose={capability.purpose} inputOf={inputOf} />
            {isHeldByKey && (
              <Button variant="quiet" size="small" icon="key" onClick={openKeyReplacement}>
                {say('Replace key')}
              </Button>
            )}
          </Inspector>
        }
      >
        <ScrollArea label={say('{title}: form', { title: capability.title })} className={styles.body}>
          <UnmappedValues
            values={form.left}
            fileNameOf={(token) => drafts[token]?.facts.name ?? gone[token] ?? null}
            onDismiss={(left) => {
              state.dismiss(left)
              toast({
                title: say('“{label}” discarded', { label: left.label }),
                action: { label: say('Undo'), onSelect: () => state.restoreValue(left), undoes: true }
              })
            }}
          />
          <FormFields capability={capability} state={state} layout={layout} problemsOf={problemsOf} inputOf={inputOf} />
          <FormOutputs capabilityId={capability.id} fields={fields} />
        </ScrollArea>
      </View>
    </FormServicesProvider>
  )
}

function asideOf(field: Field, { pricing }: Capability): string | null {
  const isPriced = field.kind === 'count' && pricing.kind === 'per-output' && pricing.countField === field.name
  return isPriced ? say('{credits} each', { credits: formatCredits(pricing.base) }) : null
}
