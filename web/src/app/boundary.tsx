import { Component, type ComponentChildren } from "preact";

/** Shows what went wrong in a view in its place, so that the page never goes white. A new `where` tries again. */
export class Boundary extends Component<{ where: string; children: ComponentChildren }, { error: string | undefined; where: string }> {
  override state = { error: undefined as string | undefined, where: this.props.where };

  static override getDerivedStateFromProps(props: { where: string }, state: { where: string }) {
    return props.where === state.where ? null : { error: undefined, where: props.where };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ error: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div class="notice error" role="alert">
        <p><strong>This view cannot be shown.</strong> {error}</p>
        <button type="button" onClick={() => this.setState({ error: undefined })}>Try again</button>
      </div>
    );
  }
}
