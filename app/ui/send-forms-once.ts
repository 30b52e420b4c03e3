/**
 * A form that changes something is sent once by a double click and by a held Enter. Its button is disabled when React comes to
 * it, which on a busy machine is after the second click.
 */
export function sendFormsOnce(): void {
  const before = { capture: true };
  const stop = (event: Event, controls: string) => {
    const control = event.target instanceof Element ? event.target.closest(controls) : null;
    if (control?.closest("form")?.method === "post") event.preventDefault();
  };
  addEventListener("click", (event) => event.detail > 1 && stop(event, SUBMIT), before);
  addEventListener(
    "keydown",
    (event) => event.repeat && event.key === "Enter" && stop(event, `${SUBMIT}, input`),
    before,
  );
}

const SUBMIT = "button:not([type=button], [type=reset]), input[type=submit]";
