#include "viewer_template.h"

namespace clearance::cli {
namespace {

constexpr char kPage[] =
#include "viewer_page.inc"
    ;

}  // namespace

std::string_view viewer_template() { return {kPage, sizeof kPage - 1}; }

}  // namespace clearance::cli
