#pragma once

namespace offprint {

class AppearancePane;
class HomeComposer;
class PublishActions;
class PublishHistory;
class SiteSettingsPage;

/// What the window has to set up the site with. All belong to the window.
struct SitePanes {
  HomeComposer* home = nullptr;          ///< beside the home page
  AppearancePane* appearance = nullptr;  ///< beside a page of the site
  SiteSettingsPage* settings = nullptr;  ///< a place of its own
  PublishActions* publish = nullptr;     ///< and brings it online with
  PublishHistory* history = nullptr;     ///< what was online when
};

}  // namespace offprint
