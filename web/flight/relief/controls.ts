// The controls on the relief: zoom, turn, height factor, camera, and saving a loop.
import { format, texts } from '../../language/texts.ts'
import { type CameraMode, cameraModes, type moveCamera, TURN, ZOOM } from './camera.ts'
import { HEIGHT_FACTORS } from './ground-mesh.ts'
import { findVideoType } from './record.ts'

export interface ControlsProps {
  moves: ReturnType<typeof moveCamera>
  /** Before anything else happens: the opening ends. */
  onStart: () => void
  factor: number
  stretch: (factor: number) => void
  look: (mode: CameraMode) => void
  save: () => Promise<void>
}

export function addControls({ moves, onStart, factor, stretch, look, save }: ControlsProps): HTMLElement[] {
  const tools = make('div', 'relief-tools')
  const press = (sign: string, label: string, act: () => void) =>
    tools.append(makeButton(sign, label, () => (onStart(), act())))
  press('+', texts.flight.zoomIn, () => moves.zoom(1 / ZOOM))
  press('−', texts.flight.zoomOut, () => moves.zoom(ZOOM))
  press('↻', texts.flight.turn, () => moves.turn(TURN * 3, 0))
  const choices = make('div', 'relief-choices')
  const { cameras, heightsTimes } = texts.flight
  choices.append(
    makeSelect(
      texts.flight.camera,
      cameraModes.map((mode) => [mode, cameras[mode]]),
      'free',
      (mode) => (onStart(), look(mode as CameraMode)),
    ),
    makeSelect(
      texts.flight.heightFactor,
      HEIGHT_FACTORS.map((times) => [String(times), heightsTimes(format.number(times, times % 1 ? 1 : 0))]),
      String(factor),
      (times) => stretch(Number(times)),
    ),
    addSave(onStart, save),
  )
  return [tools, choices]
}

function addSave(onStart: () => void, save: () => Promise<void>): HTMLElement {
  const label = findVideoType() ? texts.flight.saveLoop : texts.flight.savePicture
  const button = makeButton('●', label, () => {
    onStart()
    button.disabled = true
    void save()
      .catch(() => undefined)
      .finally(() => (button.disabled = false))
  })
  return button
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, look = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = look
  // The relief behind turns with the pointer and with keys.
  for (const type of ['pointerdown', 'click', 'keydown'] as const)
    element.addEventListener(type, (event) => event.stopPropagation())
  return element
}

function makeButton(sign: string, label: string, press: () => void): HTMLButtonElement {
  const button = make('button')
  button.type = 'button'
  button.textContent = sign
  button.title = label
  button.setAttribute('aria-label', label)
  button.addEventListener('click', press)
  return button
}

function makeSelect(
  label: string,
  choices: readonly (readonly [value: string, name: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const select = make('select')
  select.setAttribute('aria-label', label)
  select.title = label
  for (const [value, name] of choices) select.add(new Option(name, value, false, value === chosen))
  select.addEventListener('change', () => choose(select.value))
  return select
}
