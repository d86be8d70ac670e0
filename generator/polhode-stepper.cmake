# Steppers in a project that is built by CMake:
#
#   polhode_add_stepper(TARGET SPEC [NAME n] [METHOD m] [ATTITUDE a] [MAP m]
#     [REAL double|float] [STEP h] [TOLERANCE a] [AT t,t,...] [SET k=v ...]
#     [WITHOUT part ...] [WITH main|test|dossier|python|kernel ...]
#     [SHELF dir ...] [DEPENDS file ...] [COMMITTED dir] [EXACT_BITS] [BATCH])
#
# adds to TARGET, a program or a library, the C that `polhode emit` makes of SPEC
# with these options, and the folder that its headers lie in.  The C is made anew
# when the spec, what it reads, the options or polhode change; where its text is
# the same after that nothing is compiled.  In a project without C it is compiled
# as C++.
#
# WITH main, WITH test: TARGET has the program, too, that `emit --with` writes
# (with EXACT_BITS the test compares bits); WITH dossier, WITH python: the page, the
# module are written; WITH kernel: the file of CUDA is written, and compiled where the
# project has that language.
#
# BATCH: TARGET has what steps many bodies in one call, too, by flags that make
# vectors of its loops; those of the processor (-march) are the project's.
#
# DEPENDS: what else is to be there first, and is looked at for changes: series of
# a spec that are made by the build, targets.  The spec may be made, too, then say
# NAME: by a rule of this folder, or by a target that DEPENDS names.
#
# COMMITTED dir: the C lies there, under version control.  Where there is a
# polhode the build checks that it is what would be emitted, and elsewhere takes
# it as it is.
#
# EXACT_BITS: the C is compiled without contraction, so that all compilers and
# machines give the same bits as long as the step calls no function of math.h
# but sqrt.
#
# The program is the target polhode::program: that of the package or of the
# source tree, or the one that POLHODE_EXECUTABLE names.

cmake_policy(VERSION 3.22) # depfiles in subdirectories, whatever the project asks

# POLHODE_EXECUTABLE, a path or a name, becomes polhode::program if it says that it
# is this.
function(polhode_import name)
  find_program(program NAMES "${POLHODE_EXECUTABLE}" NO_CACHE
    NO_CMAKE_FIND_ROOT_PATH)
  if(program)
    execute_process(COMMAND "${program}" --version OUTPUT_VARIABLE said
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if("${said} " MATCHES "^${name} ")
    add_executable(polhode::program IMPORTED GLOBAL)
    set_target_properties(polhode::program PROPERTIES
      IMPORTED_LOCATION "${program}")
  endif()
endfunction()

# Removes the headers of bodies that have another name now.
function(polhode_tidy target folder)
  get_target_property(names ${target} POLHODE_STEPPERS)
  file(GLOB stamps RELATIVE "${folder}" "${folder}/*.stamp")
  foreach(stamp ${stamps})
    string(REGEX REPLACE "[.]stamp$" "" name "${stamp}")
    if(NOT name IN_LIST names)
      file(REMOVE "${folder}/${stamp}" "${folder}/${name}.h"
        "${folder}/${name}_stepper.h" "${folder}/${name}_many.h")
    endif()
  endforeach()
endfunction()

function(polhode_add_stepper target spec)
  cmake_parse_arguments(PARSE_ARGV 2 A "EXACT_BITS;BATCH"
    "NAME;METHOD;ATTITUDE;MAP;REAL;STEP;TOLERANCE;AT;COMMITTED"
    "SET;WITHOUT;WITH;SHELF;DEPENDS")
  if(A_UNPARSED_ARGUMENTS OR A_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "polhode_add_stepper(${target} ${spec}): not "
      "understood: ${A_UNPARSED_ARGUMENTS} ${A_KEYWORDS_MISSING_VALUES}; calls "
      "such as \"rkmk(kutta4)\" stand in quotes")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "polhode_add_stepper: there is no target '${target}'")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    message(FATAL_ERROR "polhode_add_stepper: nothing is compiled in '${target}', "
      "an INTERFACE library; make it an OBJECT or STATIC one")
  endif()
  if("${spec}" MATCHES "[;|:\"\\\n]")
    message(FATAL_ERROR "polhode_add_stepper: CMake has no rules for files with "
      "; | : \\ \" or a line break in their names: rename '${spec}'")
  endif()
  # As sources are: here, or in the folder that is built in.
  foreach(folder "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
    get_filename_component(path "${spec}" ABSOLUTE BASE_DIR "${folder}")
    get_source_file_property(made "${path}" GENERATED)
    if(made OR EXISTS "${path}")
      break()
    endif()
  endforeach()
  if(NOT made AND NOT EXISTS "${path}")
    set(made ${A_DEPENDS})
    if(NOT made)
      get_filename_component(path "${spec}" ABSOLUTE)
      message(FATAL_ERROR "polhode_add_stepper: there is no file ${path}, and no "
        "rule of this folder that makes it; what another folder makes takes DEPENDS "
        "and its target")
    endif()
  endif()
  set(spec "${path}")

  # What the files are called: the spec names the body.
  set(name "${A_NAME}")
  if("${name}" STREQUAL "" AND made)
    message(FATAL_ERROR "polhode_add_stepper: ${spec} is made by the build, and its "
      "body not known before: say NAME")
  elseif("${name}" STREQUAL "")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${spec}")
    file(READ "${spec}" text)
    string(REGEX REPLACE "#[^\n]*" "" text "${text}")
    string(REGEX REPLACE "(torque|force)[ \t\r\n]+body" "" text "${text}")
    if(NOT "\n${text}" MATCHES "[ \t\r\n]body[ \t\r\n]+([A-Za-z_0-9]+)")
      message(FATAL_ERROR "polhode_add_stepper: no `body NAME` in ${spec}; "
        "say NAME")
    endif()
    set(name "${CMAKE_MATCH_1}")
  endif()
  get_target_property(names ${target} POLHODE_STEPPERS)
  if("${name}" IN_LIST names)
    message(FATAL_ERROR "polhode_add_stepper: '${target}' has a stepper '${name}' "
      "already; say NAME")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY POLHODE_STEPPERS "${name}")

  set(programs)
  foreach(part ${A_WITH})
    if(part MATCHES "^(main|test)$")
      list(APPEND programs ${name}_${part}.c)
    elseif(NOT part MATCHES "^(dossier|python|kernel)$")
      message(FATAL_ERROR "polhode_add_stepper(${target} ${name}): WITH takes "
        "main, test, dossier, python and kernel, not '${part}'")
    endif()
  endforeach()
  if(A_BATCH)
    list(APPEND programs ${name}_many.c)
    list(APPEND A_WITH batch)
  endif()
  set(parts ${A_WITH})
  list(JOIN A_WITH "," A_WITH)
  list(JOIN A_WITHOUT "," A_WITHOUT)
  set(options)
  foreach(option NAME METHOD ATTITUDE MAP REAL STEP TOLERANCE AT WITH WITHOUT)
    if(NOT "${A_${option}}" STREQUAL "")
      string(TOLOWER ${option} word)
      list(APPEND options --${word} "${A_${option}}")
    endif()
  endforeach()
  foreach(pair ${A_SET})
    list(APPEND options --set "${pair}")
  endforeach()
  set(shelf)
  foreach(folder ${A_SHELF})
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND options --shelf "${folder}")
    # One that is added may stand in front of one that was read.
    file(GLOB_RECURSE more CONFIGURE_DEPENDS "${folder}/*")
    list(APPEND shelf ${more})
  endforeach()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/polhode/${target}")
  set(stamp "${folder}/${name}.stamp")
  file(MAKE_DIRECTORY "${folder}")
  if(NOT names) # once, when all calls have said theirs
    cmake_language(EVAL CODE
      "cmake_language(DEFER CALL polhode_tidy ${target} [==[${folder}]==])")
  endif()
  set(kind BYPRODUCTS)
  set(work "emitting")
  if(NOT "${A_COMMITTED}" STREQUAL "")
    get_filename_component(folder "${A_COMMITTED}" ABSOLUTE)
    set(kind DEPENDS)
    set(work "checking")
    foreach(file ${name}.c ${programs})
      if(NOT EXISTS "${folder}/${file}")
        list(TRANSFORM options REPLACE "^(.*[^-=,./A-Za-z0-9_].*)$" "'\\1'")
        list(JOIN options " " words)
        message(FATAL_ERROR "polhode_add_stepper: there is no "
          "${folder}/${file}; make it by\n"
          "  polhode emit '${spec}' ${words} -o '${folder}'")
      endif()
    endforeach()
    list(APPEND options --check)
  endif()
  list(TRANSFORM programs PREPEND "${folder}/")
  set(sources "${folder}/${name}.c" ${programs})
  set(files ${sources} "${folder}/${name}.h")
  if(A_BATCH OR "kernel" IN_LIST parts)
    list(APPEND files "${folder}/${name}_many.c" "${folder}/${name}_many.h")
  endif()
  if("kernel" IN_LIST parts)
    list(APPEND files "${folder}/${name}_kernel.cu")
  endif()
  list(REMOVE_DUPLICATES files)
  if(NOT "${A_WITHOUT}" MATCHES "stepper")
    list(APPEND files "${folder}/${name}_stepper.h")
  endif()
  # What is said of a file counts in the folder that the target was made in.
  get_target_property(where ${target} SOURCE_DIR)
  # No rule of make can hold a '='.  Ninja splits the paths of dependencies at
  # other characters, and CMake writes some of them for it.  Then the files that
  # DEPENDS names have to be enough.
  set(depfile --depfile "${stamp}.d")
  set(read DEPFILE "${stamp}.d")
  set(paths "${spec}${shelf}${stamp}")
  if("${paths}" MATCHES "[=\\]" OR
     (CMAKE_GENERATOR MATCHES "Ninja" AND "${paths}" MATCHES "[\"#$&'*<>?^`]"))
    set(depfile)
    set(read)
  endif()
  if(TARGET polhode::program)
    add_custom_command(
      OUTPUT "${stamp}" ${kind} ${files}
      COMMAND polhode::program emit "${spec}" ${options} -o "${folder}"
              ${depfile} --quiet
      COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
      DEPENDS "${spec}" ${A_DEPENDS} ${shelf} $<TARGET_FILE:polhode::program>
      ${read}
      COMMENT "polhode: ${work} ${name}"
      VERBATIM)
    if(where STREQUAL CMAKE_CURRENT_SOURCE_DIR)
      target_sources(${target} PRIVATE "${stamp}")
    else()
      add_custom_target(polhode_${target}_${name} DEPENDS "${stamp}")
      add_dependencies(${target} polhode_${target}_${name})
      set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} PROPERTY
        GENERATED ON)
    endif()
  elseif(kind STREQUAL "DEPENDS")
    message(STATUS "there is no polhode to check ${folder}/${name}.c")
  else()
    message(FATAL_ERROR "polhode_add_stepper(${target} ${spec}): there is no "
      "polhode to emit it; install one, or say where it is by "
      "-DPOLHODE_EXECUTABLE=, or commit the C and say COMMITTED")
  endif()
  target_sources(${target} PRIVATE ${sources})
  # Two bodies in one unit would share what is static in both.
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} PROPERTY
    SKIP_UNITY_BUILD_INCLUSION ON)
  set(language C)
  if(NOT CMAKE_C_COMPILER_ID)
    set(language CXX)
    set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} PROPERTY
      LANGUAGE CXX)
  endif()
  if(A_BATCH)
    set_property(SOURCE "${folder}/${name}_many.c" TARGET_DIRECTORY ${target} APPEND
      PROPERTY COMPILE_OPTIONS
      "$<$<NOT:$<${language}_COMPILER_ID:MSVC>>:-O3;-fno-math-errno;-fno-trapping-math>")
  endif()
  if("kernel" IN_LIST parts AND CMAKE_CUDA_COMPILER)
    target_sources(${target} PRIVATE "${folder}/${name}_kernel.cu")
    set_property(SOURCE "${folder}/${name}_kernel.cu" TARGET_DIRECTORY ${target}
      APPEND PROPERTY COMPILE_OPTIONS -fmad=false)
  endif()
  if(A_EXACT_BITS)
    set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY
      COMPILE_OPTIONS $<$<NOT:$<${language}_COMPILER_ID:MSVC>>:-ffp-contract=off>)
    string(TOUPPER ${name} prefix)
    set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY
      COMPILE_DEFINITIONS ${prefix}_EXACT_BITS)
  endif()
  set(scope PUBLIC)
  if(type STREQUAL "EXECUTABLE")
    set(scope PRIVATE)
  endif()
  target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${folder}>")
endfunction()
