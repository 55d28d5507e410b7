public import SnapbackFrames
public import SnapbackLayout

/// All that an engine starts from: screen, views, constraints, gestures and actions.
public struct SceneBlueprint: Sendable {
  /// One view besides what the layout tree knows of it.
  public struct View: Hashable, Sendable {
    /// What a renderer needs.
    public var appearance: ViewAppearance
    /// Opacity, 0…1.
    public var alpha: Double

    /// A view by its parts.
    public init(appearance: ViewAppearance, alpha: Double = 1) {
      self.appearance = appearance
      self.alpha = alpha
    }
  }

  /// A pan on a view.
  public struct Pan: Hashable, Sendable {
    /// The view that it drives, by its place.
    public var view: Int
    /// How.
    public var behavior: PanBehavior

    /// A pan on the view at `view`.
    public init(view: Int, behavior: PanBehavior) {
      self.view = view
      self.behavior = behavior
    }
  }

  /// The screen.
  public var screen: ScreenDescription
  /// The views, in the layout tree's order; the first is the screen itself.
  public var views: [View]
  /// The views' constraints.
  public var layout: LayoutTree
  /// The pans; at most one for a view counts, the first.
  public var pans: [Pan]
  /// What the scene does by itself.
  public var actions: [SceneAction]

  /// A blueprint by its parts.
  public init(
    screen: ScreenDescription, views: [View], layout: LayoutTree, pans: [Pan],
    actions: [SceneAction] = []
  ) {
    self.screen = screen
    self.views = views
    self.layout = layout
    self.pans = pans
    self.actions = actions
  }
}
