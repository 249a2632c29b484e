# Settings shared by every target: warnings, sanitizers, precompiled headers.

add_library(offprint_options INTERFACE)
target_compile_options(offprint_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                                                  -Woverloaded-virtual -Wno-unused-parameter)
if(OFFPRINT_WERROR)
  target_compile_options(offprint_options INTERFACE -Werror)
endif()
target_compile_definitions(offprint_options INTERFACE QT_NO_CAST_FROM_ASCII QT_NO_FOREACH QT_NO_KEYWORDS
                                                      QT_NO_URL_CAST_FROM_STRING
                                                      QT_DISABLE_DEPRECATED_BEFORE=0x060400)
if(OFFPRINT_SANITIZE)
  string(REPLACE ";" "," sanitizers "${OFFPRINT_SANITIZE}")
  target_compile_options(offprint_options INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer)
  target_link_options(offprint_options INTERFACE -fsanitize=${sanitizers})
endif()
if(OFFPRINT_FUZZ)
  target_compile_options(offprint_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
find_program(LLD_PROGRAM ld.lld)
if(LLD_PROGRAM)
  target_link_options(offprint_options INTERFACE -fuse-ld=lld)
endif()

# offprint_library(NAME PCH headers...): a static library of every source below the calling folder,
# except what the executable alone may see (app/main.cpp, app/Services.cpp, app/cli).
function(offprint_library name)
  cmake_parse_arguments(arg "" "" "PCH;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  list(FILTER sources EXCLUDE REGEX "/app/(main|Services)\\.(cpp|h)$|/app/cli/")
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE offprint_options)
  if(OFFPRINT_PCH)
    target_precompile_headers(${name} PRIVATE ${arg_PCH})
  endif()
endfunction()

function(offprint_add_executable)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/app/*.cpp ${CMAKE_SOURCE_DIR}/app/*.h
       ${CMAKE_SOURCE_DIR}/app/cli/*.cpp ${CMAKE_SOURCE_DIR}/app/cli/*.h)
  add_executable(offprint ${sources})
  # Pages are made of a great many short texts: the allocator takes a quarter of the time of an export (tests/bench). First
  # of all libraries, so that every one of them uses it; sanitizers bring their own.
  if(NOT OFFPRINT_SANITIZE)
    target_link_libraries(offprint PRIVATE mimalloc)
  endif()
  target_link_libraries(offprint PRIVATE offprint_ui offprint_exporters offprint_app offprint_options)
  target_compile_definitions(offprint PRIVATE OFFPRINT_VERSION="${PROJECT_VERSION}")
  add_dependencies(offprint offprint_resources)
  install(TARGETS offprint RUNTIME DESTINATION bin)
endfunction()
