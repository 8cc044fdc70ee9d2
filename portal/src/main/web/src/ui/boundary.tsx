import { Component, type ReactNode } from 'react';
import { Failure } from './pieces';

/** Keeps what goes wrong while something is shown to the page it went wrong on. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <>
        <h1>Something went wrong here</h1>
        <Failure error={this.state.error} retry={() => this.setState({ error: null })} />
      </>
    );
  }
}
